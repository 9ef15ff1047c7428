import type { FileGuard } from '../../http/file-route.ts'
import { isVideoOpen, ownerOfVideos } from './video-store.ts'

// staff-only files need a permission that patients lack
export const interviewGuards: FileGuard[] = [{ owner: ownerOfVideos, permission: 'kartes.read', isOpen: isVideoOpen }]
