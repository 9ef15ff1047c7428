import type { Domain } from '../../http/domain.ts'
import { cardRoutes } from './card/routes.ts'
import { messageJobs } from './mark/jobs.ts'
import { markRoutes } from './mark/routes.ts'
import { noteRoutes } from './note/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { roomRoutes } from './room/routes.ts'
import { messageGuards, messageRoutes } from './thread/routes.ts'

export const messageDomain: Domain = {
  routes: [...roomRoutes, ...messageRoutes, ...cardRoutes, ...markRoutes, ...noteRoutes, ...presenceRoutes],
  jobs: messageJobs,
  fileGuards: messageGuards,
}
