// One chunk with what the shell loads after the first render. The event stream is a separate chunk, so that these do not wait for its library.
export { NavBadge } from '../domains/message/widget/NavBadge.tsx'
export { NotificationBadge } from '../domains/notification/NotificationBadge.tsx'
export { ReportBrowser } from '../domains/notification/ReportBrowser.tsx'
export { ChatDock } from './ChatDock.tsx'
export { MenuLinks } from './menu/MenuLinks.tsx'
