import type { Task } from '@sukoyaka/wire/care/task'
import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Task.module.css'

type Props = { user_id: number; message: NonNullable<Task['message']> }

/** The message a task is about, in one line; links to its place in the conversation. */
export function TaskMessage({ user_id, message: { id, body } }: Props) {
  const { t } = useTranslation('task')
  const language = useLanguage()
  const text = body.replace(/\s+/g, ' ').trim()
  return (
    <Link className={classes.message} to={`/messages/${user_id}?message=${id}`} title={t('openMessage')}>
      <IconMessage2 aria-hidden />
      <span lang={recordLang(text, language)}>{text || t('message')}</span>
    </Link>
  )
}
