import type { Domain } from '../../http/domain.ts'
import { diseaseRoutes } from './routes.ts'

export const diseaseDomain: Domain = { routes: diseaseRoutes }
