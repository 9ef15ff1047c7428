import type { Field } from '@sukoyaka/wire/admin'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { CatalogueChoices, OptionChoices, ProductChoices } from './Choices.tsx'
import type { Draft } from './draft.ts'
import { EntryList } from './EntryList.tsx'
import type { FieldProps, FormContext } from './form-context.ts'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'
import { ReferenceField } from './ReferenceField.tsx'
import type { AdminTable } from './table.ts'

/** Longest list of lines that a person types. */
const maxListText = 20_000
const plainPath = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '')

/** Hints of fields whose name does not say enough. */
const useHint = (field: Field, { name }: AdminTable) => {
  const { hint, t } = useLabels()
  const own = hint(`${name}.${field.name}`)
  if (own !== undefined) return own
  if (field.kind === 'list') return field.entries === 'day' ? hint('dates') : (hint(field.name) ?? t('hint.lines'))
  if (/^name_(en|kr)$|_(en|kr)$/.test(field.name)) return t('hint.translation')
  if (field.name === 'to') return undefined
  return hint(field.name === 'opens' || field.name === 'closes' ? 'time' : field.name)
}

/** The input of one field. */
export function FieldInput(props: FieldProps) {
  const { field, path, value, onChange, context } = props
  const { label, valueLabel, t } = useLabels()
  const hint = useHint(field, context.table)
  const common = { label: label(field.name), error: context.errorOf(path), required: field.isRequired }
  if (field.of !== undefined) {
    if (field.kind === 'number') return <ReferenceField {...props} of={field.of} {...common} />
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
            context={context}
            onChange={(change) => onChange({ ...(value as Draft), ...change })}
          />
        </fieldset>
      )
    case 'list':
      if (field.fields)
        return (
          <EntryList {...props}>
            {(entry, at, change) => <Fields fields={field.fields ?? []} draft={entry} prefix={`${path}.${at}.`} context={context} onChange={change} />}
          </EntryList>
        )
      if (field.entries === 'choice') return <OptionChoices {...props} />
      return <TextArea {...common} hint={hint} rows={2} maxLength={maxListText} value={String(value)} onChange={onChange} />
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
          rows={field.max !== undefined && field.max > maxListText ? 8 : 3}
          maxLength={field.max ?? maxListText}
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

/** `onChange` gets the changed field alone. */
type FieldsProps = { fields: readonly Field[]; draft: Draft; prefix: string; context: FormContext; onChange: (change: Draft) => void }

/** The inputs of a record, or of a part of it. */
export function Fields({ fields, draft, prefix, context, onChange }: FieldsProps) {
  const { isShown = () => true } = context.table
  return fields
    .filter(({ name }) => isShown(plainPath(`${prefix}${name}`), draft))
    .map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        path={`${prefix}${field.name}`}
        value={draft[field.name] ?? ''}
        context={context}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    ))
}
