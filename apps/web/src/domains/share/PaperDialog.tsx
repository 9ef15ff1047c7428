import { formatInstant } from '@sukoyaka/rules/time'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { PrintedSheet } from '../../ui/layout/PrintedSheet.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { QrCode } from '../../ui/picture/QrCode.tsx'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import { type OpenSecret, spacedCode } from './open-secret.ts'
import classes from './Shares.module.css'
import { useShareWords } from './words.ts'

/** A sheet to hand to the doctor. It does not name the patient, in case somebody else finds it. */
export function PaperDialog({ share: { name, url, passcode, parts, expires_at }, onClose }: { share: OpenSecret; onClose: () => void }) {
  const { t } = useTranslation(['share', 'common'])
  const language = useLanguage()
  const words = useShareWords()
  return (
    <Dialog
      title={t('share:paper.title')}
      subtitle={name}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('common:action.close')}</Button>
          <Button kind="primary" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
            {t('share:paper.print')}
          </Button>
        </>
      )}
    >
      <PrintedSheet>
        <article className={classes.sheet}>
          <Wordmark size={28} />
          <h3>{t('share:paper.heading')}</h3>
          <p>{t('share:paper.lead')}</p>
          <div className={classes.scan}>
            <QrCode text={url} label={t('share:live.qr')} className={classes.qr} />
            <dl>
              <dt>{t('share:live.passcode')}</dt>
              <dd className={classes.passcode}>{spacedCode(passcode)}</dd>
              <dt>{t('share:live.until')}</dt>
              <dd>{formatInstant(expires_at, language, 'weekday')}</dd>
              <dt>{t('share:paper.address')}</dt>
              <dd className={classes.address}>{url}</dd>
            </dl>
          </div>
          <p>{t('share:record.shared', { parts: words.parts(parts) })}</p>
          <p>{t('share:paper.note')}</p>
        </article>
      </PrintedSheet>
    </Dialog>
  )
}
