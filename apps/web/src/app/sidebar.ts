import { isCareRole, type Role } from '@sukoyaka/wire/access'

const pages = /^\/\d+\/(summary|database|timeline)\/?$/

/** The care sidebar stands on a patient's three pages and only for those who may care for patients. The path is without its language. */
export const showsSidebar = (pathname: string, role: Role) => isCareRole(role) && pages.test(pathname)
