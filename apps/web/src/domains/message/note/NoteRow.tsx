import { fullName } from '@sukoyaka/rules/person'
import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { RowHead } from '../thread/row/RowHead.tsx'
import { Words } from '../thread/row/Words.tsx'
import type { NoteRow as Row } from '../thread/rows.ts'
import classes from './Note.module.css'

/** Staff note between the messages. Full width, amber and with a lock, so that it is not mistaken for a message. */
export function NoteRow({ row: { note, day }, onDelete }: { row: Row; onDelete: (note: MessageNote) => void }) {
  const { t } = useTranslation(['conversation', 'shell'])
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const { author } = note
  const isMine = author.id === me?.id
  const time = formatTime(note.created_at)
  const name = fullName(author, language)
  return (
    <div className={classes.row}>
      <RowHead day={day} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users move between messages and notes */}
      <article className={classes.note} tabIndex={0} aria-label={t('note.by', { name: isMine ? t('said.me') : name, time })}>
        <p className={classes.head}>
          <IconLock aria-hidden />
          <strong>{t('note.title')}</strong>
          <span className={classes.hidden}>{t('note.hidden')}</span>
        </p>
        <Words text={note.body} mentions={note.mentions} me_id={me?.id ?? 0} />
        <p className={classes.meta}>
          <span>{t('said.with', { name, role: t(`shell:role.${author.role}`) })}</span>
          <span>{time}</span>
        </p>
        {isMine || me?.role === 'admin' ? (
          <IconButton size="small" className={classes.delete} label={t('note.delete')} icon={<IconTrash aria-hidden />} onClick={() => onDelete(note)} />
        ) : null}
      </article>
    </div>
  )
}
