import type { FileGuard } from '../../http/file-route.ts'
import { isVideoOpen, ownerOfVideos } from './video-store.ts'

// what only the care side reads takes a permission that patients do not have
export const interviewGuards: FileGuard[] = [{ owner: ownerOfVideos, permission: 'kartes.read', isOpen: isVideoOpen }]
