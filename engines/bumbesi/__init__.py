"""Bumbesi: play low steps under two limits, or take what lies under the marker into your bin."""
