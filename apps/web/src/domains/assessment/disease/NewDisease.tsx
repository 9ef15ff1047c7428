import type { Disease } from '@sukoyaka/wire/care/assessment'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import classes from '../AddAssessment.module.css'
import { useAddDiseaseMutation } from '../api.ts'

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Creates a disease; Japanese and English names are both required. */
export function NewDisease({ text, onAdded, onCancel }: { text: string; onAdded: (disease: Disease) => void; onCancel: () => void }) {
  const { t } = useTranslation('assessment')
  const [names, setNames] = useState(isAscii(text) ? { name_ja: '', name: text } : { name_ja: text, name: '' })
  const [isChecked, setChecked] = useState(false)
  const [add, { isLoading, error }] = useAddDiseaseMutation()
  const callError = error as CallError | undefined
  const ja = useRef<HTMLInputElement>(null)
  const en = useRef<HTMLInputElement>(null)
  const first = useRef(names.name_ja ? en : ja)
  useEffect(() => first.current.current?.focus(), [])

  const submit = async () => {
    if (isLoading) return
    const sent = { name_ja: names.name_ja.trim(), name: names.name.trim() }
    setChecked(true)
    if (!sent.name_ja) return ja.current?.focus()
    if (!sent.name) return en.current?.focus()
    const { data } = await add(sent)
    if (data) onAdded(data)
  }
  const enter = useImeSafeEnter((event) => {
    // This form is nested in the assessment form, which Enter must not submit.
    event.preventDefault()
    event.stopPropagation()
    void submit()
  })
  const field = (key: 'name_ja' | 'name', ref: RefObject<HTMLInputElement | null>) => (
    <TextInput
      ref={ref}
      {...enter}
      label={t(`new.${key}`)}
      lang={key === 'name' ? 'en' : 'ja'}
      required
      autoComplete="off"
      maxLength={200}
      value={names[key]}
      onChange={(event) => setNames({ ...names, [key]: event.currentTarget.value })}
      error={isChecked && !names[key].trim() ? t('new.missing') : callError?.fields?.[key]?.join(' ')}
    />
  )
  const hasFormError = callError && !callError.fields?.name && !callError.fields?.name_ja
  return (
    <fieldset className={classes.createForm}>
      <legend className={classes.legend}>{t('new.title')}</legend>
      {field('name_ja', ja)}
      {field('name', en)}
      {hasFormError ? (
        <div role="alert">
          <FieldMessage id="new-disease-refusal">{`${t('new.failed')} ${callError.error}`}</FieldMessage>
        </div>
      ) : null}
      <div className={classes.buttons}>
        <Button kind="neutral" onClick={onCancel}>
          {t('new.cancel')}
        </Button>
        <Button kind="soft" loading={isLoading} onClick={() => void submit()}>
          {t('new.submit')}
        </Button>
      </div>
    </fieldset>
  )
}
