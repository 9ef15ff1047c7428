import type { MessageImage } from '@sukoyaka/wire/care/message'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../ui/status/Picture.tsx'
import classes from './Images.module.css'

type Props = { images: readonly MessageImage[]; onOpen?: (image: MessageImage) => void; onExpired: () => void }

/** A single image in its own aspect ratio, several as a grid. The size is reserved before loading to avoid layout shift. */
export function Images({ images, onOpen, onExpired }: Props) {
  if (!images.length) return null
  const [first] = images
  const isSingle = images.length === 1
  // as wide as the image, so that it aligns with the sender's side
  const style = isSingle
    ? { width: `min(100%, ${singleWidth(first!.width, first!.height)}px)` }
    : ({ '--columns': Math.min(images.length, 3) } as CSSProperties)
  return (
    <div className={isSingle ? classes.one : classes.many} style={style}>
      {images.map((image) => (
        <ImageTile key={image.attachment_id} image={image} isSingle={isSingle} onOpen={onOpen} onExpired={onExpired} />
      ))}
    </div>
  )
}

const maxWidth = 240
const maxHeight = 260
/** Width in pixels at which the image stays within the max width and height, but at least 64; the max width if its size is unknown. */
const singleWidth = (width: number | null, height: number | null) =>
  width && height ? Math.max(64, Math.min(maxWidth, Math.round((maxHeight * width) / height))) : maxWidth

function ImageTile({ image, isSingle, onOpen, onExpired }: Omit<Props, 'images'> & { image: MessageImage; isSingle: boolean }) {
  const { t } = useTranslation('conversation')
  const { width, height, name, variants } = image
  const shape = isSingle ? { aspectRatio: width && height ? `${width} / ${height}` : '4 / 3', width: '100%' } : undefined
  const picture = <Picture src={isSingle ? variants.medium : variants.small} alt={name} onExpired={onExpired} lazy />
  if (!onOpen)
    return (
      <span className={classes.picture} style={shape}>
        {picture}
      </span>
    )
  return (
    <button type="button" className={classes.picture} style={shape} aria-label={t('image.open', { name })} onClick={() => onOpen(image)}>
      {picture}
    </button>
  )
}
