import { useState } from 'react'
import { useListNumericTestResultCategoriesQuery, useListTestCategoriesQuery } from '../../../domains/checkup/api.ts'
import { useListImageTestResultCategoriesQuery } from '../../../domains/imaging/api.ts'
import { useListProductsQuery } from '../../../domains/shop/api.ts'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import type { Draft } from './draft.ts'
import type { FieldProps } from './form-props.ts'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'

type Choice = { value: string | number; text: string }
type Props = {
  label: string
  error: string | undefined
  choices: readonly Choice[]
  chosen: readonly (string | number)[]
  onChange: (chosen: (string | number)[]) => void
}

/** Checkboxes, of which several can be checked. `onChange` gets the checked values in the order of `choices`. */
function Checkboxes({ label, error, choices, chosen, onChange }: Props) {
  return (
    <fieldset className={classes.choices} data-error={error ? true : undefined}>
      <legend>{label}</legend>
      {choices.map(({ value, text }) => (
        <Checkbox
          key={value}
          label={text}
          checked={chosen.includes(value)}
          onChange={(event) => {
            const next = event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value)
            const order = choices.map((choice) => choice.value)
            onChange(next.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
          }}
        />
      ))}
      {error ? <p className={classes.error}>{error}</p> : null}
    </fieldset>
  )
}

/** Checkboxes for values of the schema, such as weekdays, or for the options of the facility being edited. */
export function OptionChoices({ field, path, value, onChange, shared }: FieldProps) {
  const { t, label, valueLabel } = useLabels()
  const isOfOptions = field.of === 'options'
  const choices = isOfOptions
    ? (shared.draft.options as Draft[]).map(({ name, name_ja }) => ({ value: String(name), text: String(name_ja) || t('entry.new') }))
    : (field.values ?? []).map((each) => ({ value: each, text: valueLabel(field.name, each) }))
  // a course may still name an option that was removed from the facility
  const chosen = (value as (string | number)[]).filter((each) => choices.some((choice) => choice.value === each))
  if (isOfOptions && !choices.length) return <p className={classes.empty}>{`${label(field.name)}：${t('entry.noOptions')}`}</p>
  return <Checkboxes label={label(field.name)} error={shared.errorOf(path)} choices={choices} chosen={chosen} onChange={onChange} />
}

/** Products, collapsed at first because there are many. */
export function ProductChoices(props: FieldProps) {
  const { data } = useListProductsQuery({})
  return <CollapsedChoices {...props} all={(data?.items ?? []).map(({ id, display_name }) => ({ value: id, text: display_name }))} />
}

/** Entries of a catalogue, whose values are their codes; collapsed at first because there are many. */
export function CatalogueChoices(props: FieldProps) {
  const { of } = props.field
  if (of === 'numeric_categories') return <NumericChoices {...props} />
  return of === 'image_categories' ? <ImageChoices {...props} /> : <TestChoices {...props} />
}

function NumericChoices(props: FieldProps) {
  const { data } = useListNumericTestResultCategoriesQuery({})
  return <CollapsedChoices {...props} all={(data?.items ?? []).map(({ name, display_name }) => ({ value: name, text: display_name }))} />
}

function ImageChoices(props: FieldProps) {
  const { data } = useListImageTestResultCategoriesQuery({})
  return <CollapsedChoices {...props} all={(data?.items ?? []).map(({ name, display_name }) => ({ value: name, text: display_name }))} />
}

function TestChoices(props: FieldProps) {
  const { data } = useListTestCategoriesQuery({})
  return <CollapsedChoices {...props} all={(data?.items ?? []).map(({ name, display_name }) => ({ value: name, text: display_name }))} />
}

function CollapsedChoices({ field, path, value, onChange, shared, all }: FieldProps & { all: readonly Choice[] }) {
  const { t, label } = useLabels()
  const [query, setQuery] = useState('')
  const chosen = value as (string | number)[]
  const unlisted = chosen.filter((each) => !all.some((choice) => choice.value === each)).map((each) => ({ value: each, text: `#${each}` }))
  const choices = [...all, ...unlisted].filter((choice) => !query || chosen.includes(choice.value) || choice.text.toLowerCase().includes(query.toLowerCase()))
  return (
    <details className={classes.catalogue}>
      <summary>
        {label(field.name)} <small>{t('choices.chosen', { count: chosen.length })}</small>
      </summary>
      <SearchInput label={t('choices.search')} value={query} onChange={setQuery} />
      <Checkboxes label={label(field.name)} error={shared.errorOf(path)} choices={choices} chosen={chosen} onChange={onChange} />
    </details>
  )
}
