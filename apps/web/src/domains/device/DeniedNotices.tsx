import type { DeviceSync } from '@sukoyaka/wire/record/device-day'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import classes from './Devices.module.css'
import { lastPostOf } from './SourceRow.tsx'
import { momentText } from './words.ts'

type Channel = DeviceSync['channels'][number]

/** A notice for each channel with data types that it may not read; for one’s own devices, a button shows how to allow them. */
export function DeniedNotices({ sync, isOwn }: { sync: DeviceSync; isOwn: boolean }) {
  const denied = sync.channels.filter(({ denied_types }) => denied_types.length > 0)
  return denied.map((channel) => <DeniedNotice key={channel.channel} channel={channel} sync={sync} isOwn={isOwn} />)
}

function DeniedNotice({ channel: { channel, denied_types }, sync, isOwn }: { channel: Channel; sync: DeviceSync; isOwn: boolean }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const types = denied_types.map((type) => t(`type.${type}`)).join(listSeparator(language))
  const last = sync.sources
    .filter((source) => source.channel === channel)
    .flatMap((source) => lastPostOf(source, denied_types) ?? [])
    .sort()
    .at(-1)
  return (
    <div className={classes.denied}>
      <IconLock aria-hidden />
      <div>
        <p className={classes.deniedTitle}>{t('denied.title', { types })}</p>
        <p className={classes.quiet}>{last ? t('denied.text', { time: momentText(last, language) }) : t('denied.never')}</p>
      </div>
      {isOwn ? (
        <Button kind="primary" onClick={() => setOpen(true)}>
          {t('denied.mend')}
        </Button>
      ) : null}
      {isOpen ? (
        <Dialog title={t('mend.title')} patient={null} onClose={() => setOpen(false)}>
          <p>{t(`mend.${channel}`, { types })}</p>
          <p className={classes.quiet}>{t('mend.after')}</p>
        </Dialog>
      ) : null}
    </div>
  )
}
