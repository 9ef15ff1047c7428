import Type, { type Static } from 'typebox'
import { Id, Nullable } from '../endpoint.ts'

/** Signed URL of one size for the caller, valid for 5 to 10 minutes. */
const Address = Type.String()

export type AttachedImage = Static<typeof AttachedImage>
/** An image attached to a message or note. */
export const AttachedImage = Type.Object({
  attachment_id: Id,
  /** Signed id of the original; valid for the caller only. */
  signed_id: Type.String(),
  content_type: Type.String(),
  name: Type.String(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  size: Type.Integer(),
  /** The original, and re-encoded sizes of max 1600, 800 and 240 pixels in width and height. */
  variants: Type.Object({ original: Address, large: Address, medium: Address, small: Address }),
})
