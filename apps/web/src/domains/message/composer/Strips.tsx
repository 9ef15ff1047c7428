import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import classes from './Strips.module.css'

/** Quoted message above the text field. */
export function ReplyStrip({ name, words, onStop }: { name: string; words: string; onStop: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <div className={classes.strip}>
      <span className={classes.rule} />
      <span className={classes.words}>
        <span className={classes.name}>{t('write.reply', { name })}</span>
        <span className={classes.quoted}>{words}</span>
      </span>
      <IconButton size="small" label={t('write.replyStop')} icon={<IconX aria-hidden />} onClick={onStop} className={classes.stop} />
    </div>
  )
}

export function UrgentStrip({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <div className={clsx(classes.strip, classes.urgent)}>
      <IconAlertCircle aria-hidden />
      <span className={classes.words}>{t('write.urgentOn')}</span>
      <IconButton size="small" label={t('write.urgentOff')} icon={<IconX aria-hidden />} onClick={onStop} className={classes.stop} />
    </div>
  )
}
