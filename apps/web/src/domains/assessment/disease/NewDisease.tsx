import type { Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import classes from '../AddAssessment.module.css'
import { useAddDiseaseMutation } from '../api.ts'

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Creates a disease; Japanese and English names are both required. */
export function NewDisease({ text, onAdded, onCancel }: { text: string; onAdded: (disease: Disease) => void; onCancel: () => void }) {
  const { t } = useTranslation('assessment')
  const [add] = useAddDiseaseMutation()
  const box = useRef<HTMLFieldSetElement>(null)
  const missing = (name: string) => (name.trim() ? undefined : t('new.missing'))
  const form = useForm(undefined, isAscii(text) ? { name_ja: '', name: text } : { name_ja: text, name: '' }, {
    check: ({ name_ja, name }) => ({ name_ja: missing(name_ja), name: missing(name) }),
    send: ({ name_ja, name }) => add({ name_ja: name_ja.trim(), name: name.trim() }),
    messages: { failed: t('new.failed') },
    onSaved: onAdded,
  })
  useEffect(() => {
    const fields = [...(box.current?.querySelectorAll('input') ?? [])]
    fields.find(({ value }) => !value)?.focus()
  }, [])

  const submit = () => form.submit(box.current ?? undefined)
  const enter = useImeSafeEnter((event) => {
    // This form is nested in another form, which Enter must not submit.
    event.preventDefault()
    event.stopPropagation()
    submit()
  })
  return (
    <fieldset ref={box} className={classes.createForm}>
      <legend className={classes.legend}>{t('new.title')}</legend>
      <TextInput {...enter} label={t('new.name_ja')} lang="ja" required autoComplete="off" maxLength={200} {...form.field('name_ja')} />
      <TextInput {...enter} label={t('new.name')} lang="en" required autoComplete="off" maxLength={200} {...form.field('name')} />
      <FormFailure form={form} />
      <div className={classes.buttons}>
        <Button kind="neutral" onClick={onCancel}>
          {t('new.cancel')}
        </Button>
        <Button kind="soft" loading={form.isSending} onClick={submit}>
          {t('new.submit')}
        </Button>
      </div>
    </fieldset>
  )
}
