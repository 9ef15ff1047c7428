import type { Domain } from '../../http/domain.ts'
import { calendarRoutes } from './routes.ts'

export const calendarDomain: Domain = {
  routes: calendarRoutes,
}
