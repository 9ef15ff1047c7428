import { fullName } from '@sukoyaka/rules/person'
import { roles, scopeOf } from '@sukoyaka/wire/access'
import type { Person } from '@sukoyaka/wire/people/account'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { useTaskStaffQuery } from './api.ts'
import classes from './Task.module.css'

/** Roles that may be assigned tasks. */
const assigneeRoles = roles.filter((role) => scopeOf(role, 'coordination.write') === 'all')

export type Assignee = { text: string; id: number | null }

type Props = { label?: string; hint?: string; value: Assignee; onChange: (value: Assignee) => void; error?: string | undefined }

/** Field that finds a member of staff by name; empty means unassigned. */
export function AssigneeField({ label, hint, value: { text, id }, onChange, error }: Props) {
  const { t } = useTranslation(['task', 'shell'])
  const language = useLanguage()
  // do not search for the name of the selected person
  const debouncedName = useDebounced(id === null ? text.trim() : '', 200)
  const { currentData, isFetching } = useTaskStaffQuery({ role: assigneeRoles, ...(debouncedName && { q: { full_name_cont: debouncedName } }) })
  const nameOf = (person: Pick<Person, 'first_name' | 'last_name'>) => fullName(person, language)
  const matches = (currentData?.items ?? []).filter(({ deactivated_at }) => deactivated_at === null)
  return (
    <Combobox
      label={label ?? t('task:assignee')}
      text={text}
      onText={(next) => onChange({ text: next, id: null })}
      hint={hint ?? t('task:assigneeHint')}
      error={error}
      busy={isFetching}
      status={isFetching ? t('task:searching') : matches.length ? t('task:assigneesFound', { count: matches.length }) : t('task:assigneeNotFound')}
      options={matches.map((person) => ({
        key: String(person.id),
        value: person,
        content: (
          <span className={classes.option}>
            <Avatar person={person} size={24} />
            <span lang="ja">{nameOf(person)}</span>
            <span className={classes.role}>{t(`shell:role.${person.role}`)}</span>
          </span>
        ),
      }))}
      onPick={(person) => onChange({ text: nameOf(person), id: person.id })}
    />
  )
}
