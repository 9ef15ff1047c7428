import type { Field } from '@sukoyaka/wire/admin'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { CatalogueChoices, OptionChoices, ProductChoices } from './Choices.tsx'
import type { Draft } from './draft.ts'
import { EntryList } from './EntryList.tsx'
import type { FieldProps, SharedFormProps } from './form-props.ts'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'
import { ReferenceField } from './ReferenceField.tsx'
import type { AdminTable } from './table.ts'

/** Maximum length of a text whose field has no limit. Fields with a higher limit get a larger text area. */
const maxTypedLength = 20_000

/** `courses.0.price` → `courses.price` */
const withoutIndexes = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '')

/** Hints of fields whose name does not say enough. */
const useHint = (field: Field, { name }: AdminTable) => {
  const { hint, t } = useLabels()
  const hintOfTable = hint(`${name}.${field.name}`)
  if (hintOfTable !== undefined) return hintOfTable
  if (field.kind === 'list') return field.entries === 'day' ? hint('dates') : (hint(field.name) ?? t('hint.lines'))
  if (/_(en|kr)$/.test(field.name)) return t('hint.translation')
  // the hint of `from` also explains `to`
  if (field.name === 'to') return undefined
  return hint(field.name === 'opens' || field.name === 'closes' ? 'time' : field.name)
}

/** The input of one field. */
export function FieldInput(props: FieldProps) {
  const { field, path, value, onChange, shared } = props
  const { label, valueLabel, t } = useLabels()
  const hint = useHint(field, shared.table)
  const common = { label: label(field.name), error: shared.errorOf(path), required: field.isRequired }
  if (field.of !== undefined) {
    if (field.kind === 'number') return <ReferenceField {...props} table={field.of} {...common} />
    if (field.of === 'products') return <ProductChoices {...props} />
    return field.of === 'options' ? <OptionChoices {...props} /> : <CatalogueChoices {...props} />
  }
  switch (field.kind) {
    case 'group':
      return (
        <fieldset className={classes.group}>
          <legend>{label(field.name)}</legend>
          <Fields
            fields={field.fields ?? []}
            draft={value as Draft}
            prefix={`${path}.`}
            shared={shared}
            onChange={(change) => onChange({ ...(value as Draft), ...change })}
          />
        </fieldset>
      )
    case 'list':
      if (field.fields)
        return (
          <EntryList {...props}>
            {(entry, at, change) => <Fields fields={field.fields ?? []} draft={entry} prefix={`${path}.${at}.`} shared={shared} onChange={change} />}
          </EntryList>
        )
      if (field.entries === 'choice') return <OptionChoices {...props} />
      return <TextArea {...common} hint={hint} rows={2} maxLength={maxTypedLength} value={String(value)} onChange={onChange} />
    case 'switch':
      return (
        <div>
          <Checkbox label={label(field.name)} error={common.error} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
          {hint ? <small className={classes.switchHint}>{hint}</small> : null}
        </div>
      )
    case 'choice':
      return (
        <SelectField {...common} value={String(value)} onChange={onChange}>
          {value === '' ? <option value="">{t('choose')}</option> : null}
          {field.values?.map((choice) => (
            <option key={choice} value={String(choice)}>
              {valueLabel(field.name, choice)}
            </option>
          ))}
        </SelectField>
      )
    case 'day':
      return <DatePicker {...common} hint={hint} value={value as string | null} onChange={onChange} />
    case 'text':
      return (
        <TextArea
          {...common}
          hint={hint}
          rows={field.max !== undefined && field.max > maxTypedLength ? 8 : 3}
          maxLength={field.max ?? maxTypedLength}
          value={String(value)}
          onChange={onChange}
        />
      )
    default:
      return (
        <TextInput
          {...common}
          hint={hint}
          inputMode={field.kind === 'number' ? 'numeric' : field.kind === 'decimal' ? 'decimal' : undefined}
          autoComplete="off"
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** `onChange` receives only the changed field. */
type FieldsProps = { fields: readonly Field[]; draft: Draft; prefix: string; shared: SharedFormProps; onChange: (change: Draft) => void }

/** The inputs of a record, or of a part of it. */
export function Fields({ fields, draft, prefix, shared, onChange }: FieldsProps) {
  const { isShown = () => true } = shared.table
  return fields
    .filter(({ name }) => isShown(withoutIndexes(`${prefix}${name}`), draft))
    .map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        path={`${prefix}${field.name}`}
        value={draft[field.name] ?? ''}
        shared={shared}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    ))
}
