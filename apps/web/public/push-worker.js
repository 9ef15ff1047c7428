// Shows a push notification with the text from the server. A fixed tag replaces the previous notification.
self.addEventListener('push', (event) => {
  const { title, body } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title ?? 'すこやか', { body: body ?? '', tag: 'notice', renotify: true, icon: '/favicon.svg' }))
})

const open = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [here] = windows
  if (!here) return self.clients.openWindow('/notifications')
  await here.focus()
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open())
})
