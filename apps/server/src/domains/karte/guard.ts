import type { FileGuard } from '../../http/file-route.ts'
import { isKarteImageOpen, ownerOfKarteImages } from './image-store.ts'

export const karteGuards: FileGuard[] = [{ owner: ownerOfKarteImages, permission: 'kartes.read', isOpen: isKarteImageOpen }]
