import { minutesSectionKinds } from '@sukoyaka/wire/care/interview-minutes'
import type { AutoMinutes } from '@sukoyaka/wire/care/minutes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useChangeAutoMinutesMutation } from './api.ts'
import { draftOf, sectionsOf } from './draft.ts'
import classes from './Minutes.module.css'
import { MinutesSections } from './MinutesSections.tsx'
import { useSectionTitle } from './words.ts'

const maxTextLength = 20_000

/**
 * Form of the sections. Input survives a failed save, the end of the session and a 409. The panel holds it, so that it knows of unsaved input, also of
 * input from before the page was left.
 */
export const useMinutesForm = (minutes: AutoMinutes, onSaved: () => void) => {
  const { t } = useTranslation('minutes')
  const [change] = useChangeAutoMinutesMutation()
  return useForm(
    `auto_minutes/${minutes.id}`,
    { sections: draftOf(minutes.sections) },
    {
      version: minutes.updated_at,
      check: ({ sections }) => ({ sections: sections.some(({ text }) => lengthOf(text) > maxTextLength) }),
      send: ({ sections }, updated_at) => change({ id: minutes.interview_id, updated_at, sections: sectionsOf(sections) }),
      messages: { done: t('saved'), failed: t('failed') },
      saved: (data) => ({ values: { sections: draftOf(data.sections) }, version: data.updated_at }),
      onSaved,
    },
  )
}

type Props = { minutes: AutoMinutes; form: ReturnType<typeof useMinutesForm>; onClose: () => void }

/** One field per section, one sentence per line. */
export function MinutesEditor({ minutes, form, onClose }: Props) {
  const { t } = useTranslation(['minutes', 'common'])
  const title = useSectionTitle()
  const [isConfirmingClose, setConfirmingClose] = useState(false)
  const discard = () => {
    form.close()
    form.reset()
    onClose()
  }
  const { sections } = form.values
  const write = (at: number, text: string) => form.put({ sections: sections.map((section, n) => (n === at ? { ...section, text } : section)) })
  return (
    <>
      <Form className={classes.editor} onSubmit={form.submit}>
        {sections.map((section, at) => (
          <TextArea
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of sections is fixed while editing
            key={at}
            label={title(section)}
            hint={at === 0 ? t('editHint') : undefined}
            lang="ja"
            value={section.text}
            onChange={(text) => write(at, text)}
            maxLength={maxTextLength}
            rows={section.kind === minutesSectionKinds[0] ? 4 : 3}
          />
        ))}
        {form.isConflict ? (
          <div className={classes.theirs} role="alert">
            <p className={classes.changed}>{t('changed')}</p>
            <h3 className={classes.heading}>{t('theirs')}</h3>
            <MinutesSections sections={minutes.sections} transcript={minutes.transcript} />
          </div>
        ) : null}
        <FormFailure form={form} />
        <div className={classes.editFoot}>
          <Button kind="neutral" onClick={() => (form.dialogProps.unsaved ? setConfirmingClose(true) : discard())}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" loading={form.isSending}>
            {t('save')}
          </Button>
        </div>
      </Form>
      {isConfirmingClose ? (
        <ConfirmDialog
          title={t('editDiscard')}
          question={t('common:leave.unsaved')}
          confirm={t('common:leave.discard')}
          cancelLabel={t('common:leave.stay')}
          kind="danger"
          onClose={() => setConfirmingClose(false)}
          onConfirm={discard}
        />
      ) : null}
    </>
  )
}
