import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconPencil, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Zoom } from '../../ui/picture/Zoom.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { Picture } from '../../ui/status/Picture.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { type Audience, useImageTexts } from './image-texts.ts'
import classes from './Pane.module.css'

type Props = { result: ImageTestResult; audience: Audience; isOne: boolean; onExpired: () => void; onEdit?: () => void }

/** One examination in the viewer: its images and the finding. */
export function Pane({ result, audience, isOne, onExpired, onEdit }: Props) {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  const texts = useImageTexts(audience, result)
  const [chosen, setChosen] = useState<number>()
  const count = result.images.length
  const at = Math.max(
    0,
    result.images.findIndex(({ id }) => id === chosen),
  )
  const image = result.images[at]
  const editButton = onEdit ? (
    <button type="button" className={classes.edit} onClick={onEdit}>
      <IconPencil aria-hidden />
      {t('view.edit')}
    </button>
  ) : null
  return (
    <section className={clsx(classes.pane, isOne && classes.one)} aria-label={t('view.title', { name: texts.name, day: texts.day })}>
      <div className={classes.film}>
        {image ? <Film image={image} alt={t('image.alt', { name: texts.name, day: texts.day, at: at + 1, count })} onExpired={onExpired} /> : <NoImage />}
        {count > 1 ? <Thumbs images={result.images} at={at} onChoose={setChosen} onExpired={onExpired} /> : null}
      </div>
      <div className={classes.words}>
        {isOne ? null : (
          <div className={classes.head}>
            <h3>{texts.name}</h3>
            <time dateTime={result.recorded_at}>{texts.day}</time>
            {editButton}
          </div>
        )}
        <p className={classes.mark}>
          <MarkIcon tone={texts.tone} size={13} />
          {texts.word}
        </p>
        {result.finding ? (
          <>
            {audience === 'patient' ? <h4 className={classes.label}>{t('patient.finding')}</h4> : null}
            <p className={classes.finding} lang={recordLang(result.finding, language)}>
              {result.finding}
            </p>
          </>
        ) : null}
        {texts.followUp ? (
          <p className={classes.origin}>
            <span>{t('form.followUp')}</span>
            <span>{texts.followUp}</span>
          </p>
        ) : null}
        {result.origin ? (
          <p className={classes.origin}>
            <span>{t('view.origin')}</span>
            <span lang={recordLang(result.origin, language)}>{result.origin}</span>
          </p>
        ) : null}
        {isOne ? editButton : null}
      </div>
    </section>
  )
}

type Image = ImageTestResult['images'][number]

function Film({ image, alt, onExpired }: { image: Image; alt: string; onExpired: () => void }) {
  return image.variants ? (
    <Zoom key={image.id} src={image.variants.large} originalSrc={image.original} alt={alt} onExpired={onExpired} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: examination videos have no sound
    <video key={image.id} className={classes.video} src={image.original} controls playsInline preload="metadata" aria-label={alt} onError={onExpired} />
  )
}

function NoImage() {
  const { t } = useTranslation('imaging')
  return (
    <p className={classes.nothing}>
      <IconPhotoOff aria-hidden />
      {t('view.nothing')}
    </p>
  )
}

function Thumbs({ images, at, onChoose, onExpired }: { images: readonly Image[]; at: number; onChoose: (id: number) => void; onExpired: () => void }) {
  const { t } = useTranslation('imaging')
  return (
    <ul className={classes.thumbs} aria-label={t('view.thumbs')}>
      {images.map(({ id, variants, original }, place) => (
        <li key={id}>
          <button
            type="button"
            className={classes.thumb}
            aria-label={t('view.thumb', { at: place + 1 })}
            aria-pressed={place === at}
            onClick={() => onChoose(id)}
          >
            {variants ? (
              <Picture src={variants.small} alt="" onExpired={onExpired} />
            ) : (
              <>
                <video src={`${original}#t=0.1`} preload="metadata" muted tabIndex={-1} aria-hidden />
                <IconPlayerPlayFilled aria-hidden />
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
