import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { useChangeImageTestResultMutation } from './api.ts'
import { changesIn, draftOf } from './draft.ts'
import classes from './EditDialog.module.css'
import { useImageTexts } from './image-texts.ts'
import { RemoveFileDialog, RemoveResultDialog } from './RemoveDialogs.tsx'
import { CategoryAndDayFields, FindingFields, useDraftErrors } from './ResultFields.tsx'

const UploadDialog = lazyNamed(() => import('./upload/UploadDialog.tsx'), 'UploadDialog')

type Props = { latest: ImageTestResult; onClose: () => void; onRemoved: () => void }

/** Edits or removes an examination and its files. On a conflict, the dialog shows what is saved; the next save overwrites it. */
export function EditDialog({ latest, onClose, onRemoved }: Props) {
  const { t } = useTranslation('imaging')
  const { name, day, word, followUp } = useImageTexts('staff', latest)
  const saved = [word, `${t('form.followUp')} ${followUp || t('followUp.none')}`, latest.finding].join('\n').trim()
  const [change] = useChangeImageTestResultMutation()
  const [subDialog, setSubDialog] = useState<'remove' | 'add' | number>()
  const form = useForm(`image_test_results/${latest.id}`, draftOf(latest), {
    version: latest.updated_at,
    check: useDraftErrors(),
    send: (draft, updated_at) => {
      const changes = changesIn(draft as Parameters<typeof changesIn>[0], latest)
      return Object.keys(changes).length ? change({ id: latest.id, updated_at, ...changes }) : undefined
    },
    messages: { done: t('edit.saved'), failed: t('edit.failed') },
    names: { recorded_at: 'day' },
    onClose,
  })
  const file = typeof subDialog === 'number' ? latest.images.find(({ id }) => id === subDialog) : undefined
  return (
    <>
      <FormDialog
        form={form}
        title={t('edit.title')}
        subtitle={t('view.title', { name, day })}
        width={640}
        foot={
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setSubDialog('remove')}>
            {t('remove.open')}
          </Button>
        }
        theirs={<p className={classes.theirs}>{t('edit.theirs', { saved })}</p>}
      >
        <FindingFields form={form} />
        <CategoryAndDayFields form={form} />
        <div className={classes.files}>
          <h3>{t('edit.files')}</h3>
          <ul>
            {latest.images.map(({ id, variants }, at) => (
              <li key={id} className={classes.file}>
                {variants ? <img src={variants.small} alt="" /> : <span className={classes.video}>{t('card.video')}</span>}
                <IconButton size="small" label={t('edit.removeFile', { at: at + 1 })} icon={<IconTrash aria-hidden />} onClick={() => setSubDialog(id)} />
              </li>
            ))}
            <li>
              <Button size="small" icon={<IconPlus aria-hidden />} onClick={() => setSubDialog('add')}>
                {t('tab.add')}
              </Button>
            </li>
          </ul>
        </div>
      </FormDialog>
      {subDialog === 'remove' ? (
        <RemoveResultDialog
          result={latest}
          onClose={() => setSubDialog(undefined)}
          onRemoved={() => {
            form.close()
            onRemoved()
          }}
        />
      ) : null}
      {file ? <RemoveFileDialog result={latest} image_id={file.id} onClose={() => setSubDialog(undefined)} /> : null}
      <Suspense>{subDialog === 'add' ? <UploadDialog user_id={latest.user_id} result={latest} onClose={() => setSubDialog(undefined)} /> : null}</Suspense>
    </>
  )
}
