import { isCareRole, type Role } from '@sukoyaka/wire/access'

const sidebarPaths = /^\/\d+\/(summary|database|timeline)\/?$/

/** Whether the care sidebar is shown: on a patient's three pages and for care roles only. The path has no language prefix. */
export const showsSidebar = (pathname: string, role: Role) => isCareRole(role) && sidebarPaths.test(pathname)
