import type { FileGuard } from '../kit/file-route.ts'
import { isImageOpen, ownerOfImages } from './store.ts'

export const imagingGuards: FileGuard[] = [{ owner: ownerOfImages, permission: 'patient.read', isOpen: isImageOpen }]
