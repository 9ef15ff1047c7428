import { fullName } from '@sukoyaka/rules/person'
import type { Task } from '@sukoyaka/wire/care/task'
import { IconChecklist } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useDueWords } from './due.ts'
import classes from './Task.module.css'

/** Tasks for this patient that the viewer assigned to others, as lines of a board row. */
export function GivenTasks({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('task')
  const language = useLanguage()
  const words = useDueWords()
  const now = new Date()
  return tasks.map(({ id, content, assignee, due_on }) => (
    <p key={id} className={classes.given}>
      <IconChecklist aria-hidden />
      <span lang={recordLang(content, language)}>{content}</span>
      <span>
        {assignee ? t('givenTo', { name: fullName(assignee, language) }) : t('unassigned')}
        {due_on ? ` ${words(due_on, now)}` : ''}
      </span>
    </p>
  ))
}
