import { fullName } from '@sukoyaka/rules/person'
import { roles, scopeOf } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { PersonOption } from '../../ui/choice/PersonOption.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { useTaskStaffQuery } from './api.ts'

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
        content: <PersonOption person={person}>{t(`shell:role.${person.role}`)}</PersonOption>,
      }))}
      onPick={(person) => onChange({ text: fullName(person, language), id: person.id })}
    />
  )
}
