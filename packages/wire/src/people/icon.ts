import { endpoint, InputObject } from '../endpoint.ts'
import { User } from './account.ts'

/** Side of an icon in pixels. */
const iconSize = 256

export const setIcon = endpoint({
  method: 'PUT',
  path: '/api/users/me/icon',
  permission: 'account.own',
  summary: 'Set the caller’s profile picture (`icon`)',
  description: 'The image is cropped to a square around its centre and stored without metadata. Replies name the icon by a URL, which changes with it.',
  body: InputObject({}),
  files: { icon: { kinds: ['image'], max: 1, isRequired: true, square: iconSize } },
  reply: User,
  example: { body: {} },
  changes: ['users', 'message_rooms'],
})

export const removeIcon = endpoint({
  method: 'DELETE',
  path: '/api/users/me/icon',
  permission: 'account.own',
  summary: 'Remove the caller’s profile picture',
  reply: User,
  changes: ['users', 'message_rooms'],
})
