import type { FileGuard } from '../../http/file-route.ts'
import { isImageOpen, ownerOfImages } from './store.ts'

export const imagingGuards: FileGuard[] = [{ owner: ownerOfImages, permission: 'patient.read', resourceType: 'Media', isOpen: isImageOpen }]
