import type { Share } from '@sukoyaka/wire/boards/share'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { QrCode } from '../../ui/picture/QrCode.tsx'
import { useGetShareQuery } from './api.ts'
import { type OpenSecret, spacedCode } from './open-secret.ts'
import { PaperDialog } from './PaperDialog.tsx'
import classes from './Shares.module.css'
import { useShareWords } from './words.ts'

/** What the patient shows at the doctor’s: QR code, passcode and link. */
export function ShareCode({ share: { id, name, wrong_codes }, takesFocus }: { share: Share; takesFocus: boolean }) {
  const { t } = useTranslation('share')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} tabIndex={-1} className={classes.code}>
      <Card title={t('live.title')}>
        <p className={classes.quiet}>{t('live.for', { name })}</p>
        <QueryView query={useGetShareQuery({ id })} error={t('live.error')} skeleton={<SkeletonLines count={6} />}>
          {({ url, passcode, ...share }) => (url && passcode ? <Secret share={{ ...share, url, passcode }} /> : null)}
        </QueryView>
        {wrong_codes ? <p className={classes.wrong}>{t('live.wrong', { count: wrong_codes })}</p> : null}
      </Card>
    </div>
  )
}

function Secret({ share }: { share: OpenSecret }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const words = useShareWords()
  const [isPaperOpen, setPaperOpen] = useState(false)
  const { url, passcode, expires_at } = share
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('live.copied')),
      () => toast.error(t('live.copyFailed')),
    )
  return (
    <>
      <div className={classes.scan}>
        <QrCode text={url} label={t('live.qr')} className={classes.qr} />
        <div>
          <p className={classes.quiet}>{t('live.passcode')}</p>
          <p className={classes.passcode}>
            <span>{spacedCode(passcode)}</span>
            <IconButton label={t('live.copyCode')} icon={<IconCopy aria-hidden />} onClick={() => void copy(passcode)} />
          </p>
          <p className={classes.quiet}>{t('live.until')}</p>
          <p className={classes.until}>{formatSentenceDate(expires_at, language)}</p>
          <p className={classes.quiet}>{words.left(expires_at)}</p>
        </div>
      </div>
      <div className={classes.link}>
        <span>{url.replace(/^https?:\/\//, '')}</span>
        <IconButton label={t('live.copyLink')} icon={<IconCopy aria-hidden />} onClick={() => void copy(url)} />
      </div>
      <p className={classes.quiet}>{t('live.apart')}</p>
      <Button kind="secondary" block icon={<IconPrinter aria-hidden />} className={classes.paper} onClick={() => setPaperOpen(true)}>
        {t('live.paper')}
      </Button>
      {isPaperOpen ? <PaperDialog share={share} onClose={() => setPaperOpen(false)} /> : null}
    </>
  )
}
