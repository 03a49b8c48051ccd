"""Several processes that are one house on one machine: who starts them, keeps them running and stops them."""
