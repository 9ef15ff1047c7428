import { isCareRole, type Role } from '@sukoyaka/wire/access'

const sidebarPaths = /^\/\d+\/(summary|database|timeline|report|stress_check|fhir_import)\/?$/

/** Whether the care sidebar is shown: for care roles only, and not on every page of a patient. The path has no language prefix. */
export const showsSidebar = (pathname: string, role: Role) => isCareRole(role) && sidebarPaths.test(pathname)

const questionnairePath = /^\/\d+\/questionnaires\/\d+\/?$/

/** A patient answers questionnaires on a full page, without navigation and chat. */
export const fillsWindow = (pathname: string, role: Role) => role === 'patient' && questionnairePath.test(pathname)
