import Type, { type Static } from 'typebox'
import { Id, Nullable } from '../endpoint.ts'

/** Where a file of a size can be read by the person who asked, for 5 to 10 minutes. */
const Address = Type.String()

export type AttachedImage = Static<typeof AttachedImage>
/** A picture that hangs on something written. */
export const AttachedImage = Type.Object({
  attachment_id: Id,
  /** Of the original, for the person who asked. */
  signed_id: Type.String(),
  content_type: Type.String(),
  name: Type.String(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  size: Type.Integer(),
  /** As it is, and at most 1600, 800 and 240 pixels wide and high. */
  variants: Type.Object({ original: Address, large: Address, medium: Address, small: Address }),
})
