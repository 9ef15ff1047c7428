// Shows a push notification with the text from the server, which also says which page to open. A fixed tag replaces the previous notification.
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(title ?? 'すこやか', { body: body ?? '', tag: 'notice', renotify: true, icon: '/favicon.svg', data: path }),
  )
})

const open = async (path) => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [here] = windows
  if (!here) return self.clients.openWindow(path ?? '/notifications')
  await here.focus()
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})
