import { skipToken } from '@reduxjs/toolkit/query/react'
import { fullName, readingOf } from '@sukoyaka/rules/person'
import { careRoles, type Role } from '@sukoyaka/wire/access'
import type { Person } from '@sukoyaka/wire/people/account'
import { useState } from 'react'
import { useGetUserQuery, useListUsersQuery } from '../../../domains/account/api.ts'
import { useListPlansQuery } from '../../../domains/contract/api.ts'
import { Combobox } from '../../../ui/choice/Combobox.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { productCategories } from '../tables/product-category-table.ts'
import { resultCategories } from '../tables/result-category-table.ts'
import { services } from '../tables/service-table.ts'
import type { FieldProps } from './form-props.ts'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'

type Props = Omit<FieldProps, 'field'> & { table: string; label: string; error: string | undefined; required: boolean }
type ChooserProps = Omit<Props, 'table'>
/** A record that can be chosen. `details` distinguishes records with the same name. */
type Choice = { id: number; name: string; details: string }

/** Chooses a record of another table. */
export function ReferenceField({ table, ...props }: Props) {
  if (table === 'product_categories') return <ProductCategoryField {...props} />
  if (table === 'plans') return <PlanField {...props} />
  if (table === 'patients') return <SearchField {...props} useChoices={usePatients} savedName={savedPatient} useName={usePersonName} />
  if (table === 'staff') return <SearchField {...props} useChoices={useStaff} savedName={savedStaff} useName={usePersonName} />
  if (table === 'result_categories')
    return <SearchField {...props} useChoices={useResultCategories} savedName={savedResultCategory} useName={useCategoryName} />
  if (table === 'services') return <SearchField {...props} useChoices={useServices} savedName={savedService} useName={useServiceName} />
  throw new Error(`no field chooses a record of ${table}`)
}

const savedPatient = ({ person }: Record<string, unknown>) => (person ? fullName(person as Person, 'ja') : '')
const savedStaff = ({ user }: Record<string, unknown>) => (user ? fullName(user as Person, 'ja') : '')
const savedService = ({ service_name }: Record<string, unknown>) => String(service_name ?? '')
const savedResultCategory = ({ category_name }: Record<string, unknown>) => String(category_name ?? '')

const usePeople = (query: string, role: readonly Role[]) => {
  const language = useLanguage()
  const { currentData, isFetching } = useListUsersQuery({ role: [...role], q: { full_name_cont: query } }, { skip: !query })
  const choices = (currentData?.items ?? []).map((person) => ({
    id: person.id,
    name: fullName(person, language),
    details: [readingOf(person), person.email].filter(Boolean).join('　'),
  }))
  return { choices: query ? choices : [], isFetching }
}

const usePersonName = (id: number | undefined) => {
  const { currentData } = useGetUserQuery(id === undefined ? skipToken : { id })
  return currentData && fullName(currentData, 'ja')
}
const useServiceName = (id: number | undefined) => {
  const { currentData } = services.useRecord(id)
  return currentData && services.nameOf(currentData)
}
const useCategoryName = (id: number | undefined) => {
  const { currentData } = resultCategories.useRecord(id)
  return currentData && resultCategories.nameOf(currentData)
}

const usePatients = (query: string) => usePeople(query, ['patient'])
const useStaff = (query: string) => usePeople(query, careRoles)

const useServices = (query: string) => {
  const { currentData, isFetching } = services.useList({ q: query })
  return { choices: (currentData?.items ?? []).map((row) => ({ id: row.id, name: services.nameOf(row), details: '' })), isFetching }
}

const useResultCategories = (query: string) => {
  const { currentData, isFetching } = resultCategories.useList({ q: query })
  const choices = (currentData?.items ?? []).map((row) => ({ id: row.id, name: resultCategories.nameOf(row), details: String(row.unit_display || row.unit) }))
  return { choices, isFetching }
}

function PlanField({ value, onChange, label, error, required }: ChooserProps) {
  const { t } = useLabels()
  const { data } = useListPlansQuery({})
  const plans = data?.items ?? []
  return (
    <SelectField label={label} error={error} required={required} value={String(value)} onChange={onChange}>
      {plans.some(({ id }) => String(id) === value) ? null : <option value={String(value)}>{t('choose')}</option>}
      {plans.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name}
        </option>
      ))}
    </SelectField>
  )
}

function ProductCategoryField({ value, onChange, label, error, required }: ChooserProps) {
  const { t } = useLabels()
  const { currentData } = productCategories.useList({})
  const choices = currentData?.items ?? []
  return (
    <SelectField label={label} error={error} required={required} value={String(value)} onChange={onChange}>
      {choices.some(({ id }) => String(id) === value) ? null : <option value={String(value)}>{t('choose')}</option>}
      {choices.map((row) => (
        <option key={row.id} value={row.id}>
          {productCategories.nameOf(row)}
        </option>
      ))}
    </SelectField>
  )
}

type SearchProps = ChooserProps & {
  /** Must be the same hook in every render. */
  useChoices: (query: string) => { choices: readonly Choice[]; isFetching: boolean }
  /** Name of the choice of the saved record. */
  savedName: (record: Record<string, unknown>) => string
  /** Name of the choice with this id, undefined until it is loaded. Must be the same hook in every render. */
  useName: (id: number | undefined) => string | undefined
}

/** Shows the name of the chosen record, which may come from an earlier visit of the form. Typing removes the choice. */
function SearchField({ value, onChange, shared, path, label, error, required, useChoices, savedName, useName }: SearchProps) {
  const { t } = useLabels()
  const { record } = shared
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Choice>()
  const known = record && String(record[path]) === value ? savedName(record) : String(picked?.id) === value ? picked?.name : undefined
  const isPicked = value !== ''
  const loaded = useName(isPicked && known === undefined ? Number(value) : undefined)
  const text = isPicked ? (known ?? loaded ?? '') : typed
  const name = typed.trim()
  const query = useDebounced(isPicked ? '' : name, 200)
  const { choices, isFetching } = useChoices(query)
  const isBusy = isFetching || query !== (isPicked ? '' : name)
  if (shared.isReadOnly(path))
    return (
      <p className={classes.fixed}>
        <small>{label}</small>
        <span lang="ja">{text}</span>
      </p>
    )
  return (
    <Combobox
      label={label}
      required={required}
      error={error}
      text={text}
      onText={(next) => {
        setTyped(next)
        onChange('')
      }}
      busy={isBusy}
      status={isPicked || !name ? '' : isBusy ? t('person.searching') : choices.length ? t('reference.found', { count: choices.length }) : t('reference.none')}
      options={choices.map((choice) => ({
        key: String(choice.id),
        value: choice,
        content: (
          <span lang="ja">
            {choice.name} <small>{choice.details}</small>
          </span>
        ),
      }))}
      picksSingle
      onPick={(choice) => {
        setPicked(choice)
        setTyped('')
        onChange(String(choice.id))
      }}
    />
  )
}
