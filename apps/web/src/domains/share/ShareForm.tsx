import { type changeShare, type Share, type ShareDuration, type SharePart, shareDurations, shareParts } from '@sukoyaka/wire/boards/share'
import type { Input } from '@sukoyaka/wire/endpoint'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useAddShareMutation, useChangeShareMutation } from './api.ts'
import { usePartContents } from './part-contents.ts'
import classes from './Shares.module.css'

type Values = { name: string; parts: SharePart[]; duration: ShareDuration }
/** What doctors ask for most. */
const presetValues: Values = { name: '', parts: ['medication', 'results', 'home_blood_pressure', 'illnesses'], duration: 'week' }
const valuesOf = ({ name, parts, duration }: Share): Values => ({ name, parts: shareParts.filter((part) => parts.includes(part)), duration })

export const formKeyOf = (share: Pick<Share, 'id'> | undefined) => `shares/${share?.id ?? 'new'}`

/** The fields that differ from the saved share. An unchanged duration is left out, because sending it would start the period again. */
const changesOf = (saved: Values, values: Values): Omit<Input<typeof changeShare>, 'id'> => ({
  ...(values.name.trim() !== saved.name && { name: values.name.trim() }),
  ...(values.parts.join() !== saved.parts.join() && { parts: values.parts }),
  ...(values.duration !== saved.duration && { duration: values.duration }),
})

const useShareForm = (share: Share | undefined, onMade: (share: Share) => void) => {
  const { t } = useTranslation('share')
  const [add] = useAddShareMutation()
  const [change] = useChangeShareMutation()
  const saved = share ? valuesOf(share) : presetValues
  return useForm<Values, Share>(formKeyOf(share), saved, {
    ...(share && { version: share.updated_at }),
    check: ({ name, parts }) => ({ name: !name.trim() && t('form.nameMissing'), parts: !parts.length && t('form.partsMissing') }),
    send: (values, updated_at) => {
      if (!share) return add({ ...values, name: values.name.trim() })
      const changes = changesOf(saved, values)
      return Object.keys(changes).length ? change({ id: share.id, ...(updated_at && { updated_at }), ...changes }) : undefined
    },
    saved: (data) => ({ values: valuesOf(data), version: data.updated_at, formKey: formKeyOf(data) }),
    messages: { done: t(share ? 'form.applied' : 'form.made'), failed: t('form.failed'), conflict: t('form.conflict') },
    onSaved: (data) => (share ? undefined : onMade(data)),
  })
}

/** Creates a share, or changes one; changes take effect on save. */
export function ShareForm({ share, onMade }: { share: Share | undefined; onMade: (share: Share) => void }) {
  const { t } = useTranslation('share')
  const form = useShareForm(share, onMade)
  const { parts, duration } = form.values
  const isChanged = share !== undefined && Object.keys(changesOf(valuesOf(share), form.values)).length > 0
  return (
    <Form className={classes.form} onSubmit={form.submit}>
      <Card title={share ? t('form.parts') : t('form.new')}>
        <TextInput label={t('form.name')} hint={t('form.nameHint')} maxLength={100} autoComplete="off" {...form.field('name')} />
        {share ? null : <h3 className={classes.sub}>{t('form.parts')}</h3>}
        <Parts value={parts} onChange={(next) => form.put({ parts: next })} error={form.errorOf('parts')} />
        <p className={classes.never}>
          <IconLock aria-hidden />
          {t('form.never')}
        </p>
      </Card>
      <Card title={t('form.duration')}>
        <Segmented
          label={t('form.duration')}
          value={duration}
          onChange={(next) => form.put({ duration: next })}
          options={shareDurations.map((value) => ({ value, label: t(`duration.${value}`) }))}
        />
        {share ? <p className={classes.quiet}>{t('form.durationHint')}</p> : null}
        <p className={classes.codeNote}>{t('form.code')}</p>
        <FormFailure form={form} />
        <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
          {t(share ? 'form.apply' : 'form.make')}
        </Button>
        <p className={classes.unsaved} role="status">
          {isChanged ? t('form.unsaved') : ''}
        </p>
      </Card>
    </Form>
  )
}

type PartsProps = { value: readonly SharePart[]; onChange: (parts: SharePart[]) => void; error: string | undefined }

function Parts({ value, onChange, error }: PartsProps) {
  const { t } = useTranslation('share')
  const contents = usePartContents()
  const id = useId()
  const toggle = (part: SharePart) => onChange(shareParts.filter((each) => (each === part) !== value.includes(each)))
  return (
    <fieldset className={classes.parts} aria-describedby={error ? id : undefined} data-error={error ? true : undefined}>
      <legend className="visually-hidden">{t('form.parts')}</legend>
      {shareParts.map((part) => (
        <Checkbox
          key={part}
          className={classes.part}
          checked={value.includes(part)}
          onChange={() => toggle(part)}
          label={
            <span className={classes.partLabel}>
              <span>
                <b>{t(`part.${part}`)}</b>
                <span className={classes.about}>{contents?.[part].about}</span>
              </span>
              <span className={classes.about}>{contents?.[part].count}</span>
            </span>
          }
        />
      ))}
      {error ? <FieldMessage id={id}>{error}</FieldMessage> : null}
    </fieldset>
  )
}
