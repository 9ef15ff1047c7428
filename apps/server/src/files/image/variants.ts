/** The smaller forms of an image: maximum pixels of the longer side. */
export const variantSizes = { large: 1600, medium: 800, small: 240 } as const
export type Variant = keyof typeof variantSizes

export type ProcessedImage = {
  path: string
  content_type: string
  width: number
  height: number
  size: number
  variants: Partial<Record<Variant, { path: string; size: number }>>
}
