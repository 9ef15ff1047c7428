import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconCheck, IconPhotoOff, IconPlayerPlayFilled, IconStack2 } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { Picture } from '../../ui/status/Picture.tsx'
import classes from './ImageCard.module.css'
import { type Audience, useImageTexts } from './image-texts.ts'

type Props = { result: ImageTestResult; audience: Audience; onOpen: () => void; picked?: boolean; onPick?: () => void; onExpired: () => void }

/** One examination: first image, name and finding. */
export function ImageCard({ result, audience, onOpen, picked = false, onPick, onExpired }: Props) {
  const { t } = useTranslation('imaging')
  const texts = useImageTexts(audience, result)
  const [first] = result.images
  const mark = result.images.length > 1 ? t('card.images', { count: result.images.length }) : result.type === 2 ? t('card.video') : undefined
  const named = { name: texts.name, day: texts.day }
  return (
    <li className={clsx(classes.card, picked && classes.picked)}>
      <button type="button" className={classes.open} onClick={onOpen} aria-label={[t('card.open', named), mark].filter(Boolean).join(' ')}>
        <span className={classes.film}>
          {!first ? (
            <IconPhotoOff className={classes.none} aria-hidden />
          ) : first.variants ? (
            <Picture src={first.variants.medium} alt="" className={classes.picture} onExpired={onExpired} lazy />
          ) : (
            <>
              <video className={classes.picture} src={`${first.original}#t=0.1`} preload="metadata" muted tabIndex={-1} aria-hidden onError={onExpired} />
              <span className={classes.play}>
                <IconPlayerPlayFilled aria-hidden />
              </span>
            </>
          )}
          {mark ? (
            <span className={classes.count}>
              {result.images.length > 1 ? <IconStack2 aria-hidden /> : null}
              {mark}
            </span>
          ) : null}
        </span>
      </button>
      {onPick ? (
        <label className={classes.pick}>
          <input type="checkbox" className={classes.box} checked={picked} onChange={onPick} aria-label={t('card.pick', named)} />
          <IconCheck className={classes.tick} aria-hidden />
        </label>
      ) : null}
      <div className={classes.words}>
        <p className={classes.head}>
          <span className={classes.name}>{texts.name}</span>
          <time dateTime={result.recorded_at}>{texts.day}</time>
        </p>
        <p className={classes.finding}>
          <MarkIcon tone={texts.tone} />
          <span className="visually-hidden">{texts.line === texts.word ? '' : texts.word}</span>
          <span className={classes.line} lang={texts.lang}>
            {texts.line}
          </span>
        </p>
      </div>
    </li>
  )
}
