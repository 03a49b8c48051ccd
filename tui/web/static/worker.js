// Says that one is offline instead of the browser's own page; everything else comes from the house each time.
const KEPT = "offline-1", FILES = ["/offline", "/style.css", "/icon.svg"];
addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES))));
// Whoever touches a notification comes back to the table that it is about.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then((pages) => (pages.length ? pages[0].focus() : clients.openWindow("/"))));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreVary: true })));
});
