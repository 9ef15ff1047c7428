import type { Karte, KarteImage } from '@sukoyaka/wire/care/karte'
import { IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidate } from '../../api/api.ts'
import { useAppDispatch } from '../../api/store.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Picture } from '../../ui/status/Picture.tsx'
import { useRemoveKarteImageMutation } from './api.ts'
import classes from './KarteImages.module.css'

const ConfirmDialog = lazyNamed(() => import('../../ui/overlay/ConfirmDialog.tsx'), 'ConfirmDialog')
const Lightbox = lazyNamed(() => import('../../ui/picture/Lightbox.tsx'), 'Lightbox')

const toPicture = ({ variants, name }: KarteImage) => ({ src: variants.large, originalSrc: variants.original, name })

/** Thumbnails of a note's images; each opens a larger view. */
export function KarteImages({ karte, mayChange }: { karte: Karte; mayChange: boolean }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  const [at, setAt] = useState<number>()
  const [removing, setRemoving] = useState<KarteImage>()
  const [remove] = useRemoveKarteImageMutation()
  const dispatch = useAppDispatch()
  const { id, images } = karte
  if (!images.length) return null
  const onExpired = () => void dispatch(invalidate(['kartes']))
  return (
    <>
      <ul className={classes.list} aria-label={t('item.images')}>
        {images.map((image, i) => (
          <li key={image.attachment_id}>
            <button type="button" className={classes.thumb} aria-label={t('item.image', { number: i + 1 })} onClick={() => setAt(i)}>
              <Picture src={image.variants.small} alt="" onExpired={onExpired} lazy />
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {at !== undefined && images[at] ? (
          <Lightbox
            title={t('item.title', { when: formatDate(karte.created_at, language) })}
            pictures={images.map(toPicture)}
            index={at}
            onMove={setAt}
            onClose={() => setAt(undefined)}
            onExpired={onExpired}
            action={
              mayChange ? (
                <IconButton
                  label={t('image.remove', { name: images[at].name })}
                  icon={<IconTrash aria-hidden />}
                  className={classes.remove}
                  onClick={() => setRemoving(images[at])}
                />
              ) : undefined
            }
          />
        ) : null}
        {removing ? (
          <ConfirmDialog
            title={t('image.removeTitle')}
            question={t('image.removeAsk')}
            what={removing.name}
            confirm={t('image.removeTitle')}
            onClose={() => setRemoving(undefined)}
            onConfirm={() => {
              const { attachment_id } = removing
              void save(() => remove({ id, attachment_id }), { done: t('image.removed'), failed: t('image.removeFailed') })
              setRemoving(undefined)
              setAt(undefined)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
