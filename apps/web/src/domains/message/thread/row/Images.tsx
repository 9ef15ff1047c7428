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
  const isOne = images.length === 1
  // as wide as the image, so that it aligns with the sender's side
  const style = isOne ? { width: `min(100%, ${narrow(first!.width, first!.height)}px)` } : ({ '--columns': Math.min(images.length, 3) } as CSSProperties)
  return (
    <div className={isOne ? classes.one : classes.many} style={style}>
      {images.map((image) => (
        <One key={image.attachment_id} image={image} isOne={isOne} onOpen={onOpen} onExpired={onExpired} />
      ))}
    </div>
  )
}

const widest = 240
const highest = 260
/** Max width at which the image stays within the max height. */
const narrow = (width: number | null, height: number | null) =>
  width && height ? Math.max(64, Math.min(widest, Math.round((highest * width) / height))) : widest

function One({ image, isOne, onOpen, onExpired }: Omit<Props, 'images'> & { image: MessageImage; isOne: boolean }) {
  const { t } = useTranslation('conversation')
  const { width, height, name, variants } = image
  const shape = isOne ? { aspectRatio: width && height ? `${width} / ${height}` : '4 / 3', width: '100%' } : undefined
  const picture = <Picture src={isOne ? variants.medium : variants.small} alt={name} onExpired={onExpired} lazy />
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
