import { type AutoMinutes, minutesSectionKinds } from '@sukoyaka/wire/care/minutes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeAutoMinutesMutation } from './api.ts'
import { type DraftSection, draftOf, sectionsOf } from './draft.ts'
import classes from './Minutes.module.css'
import { MinutesSections } from './MinutesSections.tsx'
import { useSectionTitle } from './words.ts'

const maxTextLength = 20_000

/** One field per section, one sentence per line. Input survives a failed save, the end of the session and a 409. */
export function MinutesEditor({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const title = useSectionTitle()
  const {
    value: draft,
    set,
    forget,
  } = useFormDraft<{ sections: DraftSection[]; updated_at: string }>(`auto_minutes/${minutes.id}`, {
    sections: draftOf(minutes.sections),
    updated_at: minutes.updated_at,
  })
  const [change, { isLoading }] = useChangeAutoMinutesMutation()
  const [failed, setFailed] = useState<string>()
  const isOld = draft.updated_at !== minutes.updated_at
  const write = (at: number, text: string) => set({ ...draft, sections: draft.sections.map((section, n) => (n === at ? { ...section, text } : section)) })
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    setFailed(undefined)
    // the newest `updated_at`, because a newer version of others is shown below before the save
    const { error } = await change({ id: minutes.interview_id, updated_at: minutes.updated_at, sections: sectionsOf(draft.sections) })
    if (!error) {
      toast.success(t('saved'))
      return leave()
    }
    const { code, error: message, fields } = error as CallError
    setFailed(code === 'conflict' ? undefined : fields ? Object.values(fields).flat().join(' ') : message)
  }
  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {draft.sections.map((section, at) => (
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
      {isOld ? (
        <div className={classes.theirs} role="alert">
          <p className={classes.changed}>{t('changed')}</p>
          <h3 className={classes.heading}>{t('theirs')}</h3>
          <MinutesSections sections={minutes.sections} transcript={minutes.transcript} />
        </div>
      ) : null}
      {failed ? (
        <p className={classes.failed} role="alert">
          {t('failed')} {failed}
        </p>
      ) : null}
      <div className={classes.editFoot}>
        <Button kind="neutral" onClick={leave}>
          {t('cancel')}
        </Button>
        <Button kind="pri" type="submit" loading={isLoading}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
