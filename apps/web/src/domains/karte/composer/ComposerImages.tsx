import type { KarteImage } from '@sukoyaka/wire/care/karte'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Picture } from '../../../ui/status/Picture.tsx'
import classes from './ComposerImages.module.css'
import type { Pending } from './picture-queue.ts'
import type { Pictures } from './use-pictures.ts'

const nothing = () => {}

/** Uploaded images, followed by the images that are not uploaded yet. */
export function ComposerImages({ images, pictures }: { images: readonly KarteImage[]; pictures: Pictures }) {
  const { t } = useTranslation('karte')
  if (!images.length && !pictures.pending.length) return null
  return (
    <ul className={classes.list} aria-label={t('item.images')}>
      {images.map(({ attachment_id, name, variants }) => (
        <li key={attachment_id} className={classes.one}>
          <Picture src={variants.small} alt={name} className={classes.picture} onExpired={nothing} />
          <span className={classes.remove}>
            <IconButton label={t('image.remove', { name })} icon={<IconX aria-hidden />} size="small" onClick={() => void pictures.remove(attachment_id)} />
          </span>
        </li>
      ))}
      {pictures.pending.map((pending) => (
        <PendingImage key={pending.key} upload={pending} share={pictures.share} pictures={pictures} />
      ))}
    </ul>
  )
}

function PendingImage({ upload, share = 0, pictures }: { upload: Pending; share?: number; pictures: Pictures }) {
  const { t } = useTranslation('karte')
  const [url, setUrl] = useState<string>()
  const { key, file, state, reason } = upload
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  const { name } = file
  const percent = Math.round(share * 100)
  const picture = url ? <img src={url} alt={name} className={clsx(classes.picture, classes.pale)} /> : <span className={classes.picture} />
  const removeButton = <IconButton label={t('image.remove', { name })} icon={<IconX aria-hidden />} size="small" onClick={() => pictures.drop(key)} />
  if (state === 'failed')
    return (
      <li className={classes.failed} data-failed>
        <p className={classes.why} role="alert">
          <span className={classes.name}>{name}</span> {reason}
        </p>
        <IconButton label={t('image.retry', { name })} icon={<IconRefresh aria-hidden />} size="small" onClick={() => pictures.retry(key)} />
        {removeButton}
      </li>
    )
  return (
    <li className={classes.one}>
      {picture}
      {state === 'sending' ? (
        <progress className={classes.progress} max={100} value={percent} aria-label={t('image.sending', { name, percent })} />
      ) : (
        <>
          <span className="visually-hidden">{t('image.waiting', { name })}</span>
          <span className={classes.remove}>{removeButton}</span>
        </>
      )}
    </li>
  )
}
