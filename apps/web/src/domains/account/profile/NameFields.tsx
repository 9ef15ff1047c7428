import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import classes from './Fields.module.css'
import type { NameValues } from './typed-values.ts'
import { useReading } from './use-reading.ts'

type NameForm = Pick<Form<NameValues>, 'values' | 'put' | 'field'>
type Props = { form: NameForm; name: 'last_name' | 'first_name'; label: string; kanaLabel: string; complete: string }

/** A name and its reading. While the name is typed, the kana that the input method shows fill in the reading. */
function NameField({ form, name, label, kanaLabel, complete }: Props) {
  const kana = `${name}_kana` as const
  // a reading that the form started with or that was typed is not changed until the person empties its field
  const [isOwn, setOwn] = useState(form.values[kana] !== '')
  const reading = useReading((text) => {
    if (!isOwn) form.put({ [kana]: form.values[kana] + text })
  })
  const field = form.field(kana)
  return (
    <div className={classes.pair}>
      <TextInput
        label={label}
        required
        maxLength={50}
        autoComplete={complete}
        {...reading}
        {...form.field(name)}
        onChange={(event) => {
          const text = event.currentTarget.value
          form.put(text === '' && !isOwn ? { [name]: '', [kana]: '' } : { [name]: text })
        }}
      />
      <TextInput
        label={kanaLabel}
        maxLength={100}
        autoComplete="off"
        {...field}
        onChange={(event) => {
          setOwn(event.currentTarget.value !== '')
          field.onChange(event)
        }}
      />
    </div>
  )
}

/** Family and given name with their readings. `isOther`: the name of another person. Autofill is off then: it would suggest the user's own name. */
export function NameFields({ form, isOther = false }: { form: NameForm; isOther?: boolean }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <NameField form={form} name="last_name" label={t('lastName')} kanaLabel={t('lastKana')} complete={isOther ? 'off' : 'family-name'} />
      <NameField form={form} name="first_name" label={t('firstName')} kanaLabel={t('firstKana')} complete={isOther ? 'off' : 'given-name'} />
      <p className={classes.note}>{t('kanaNote')}</p>
    </>
  )
}
