import { addInterviewVideo, type Interview } from '@sukoyaka/wire/care/interview'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '../../api/upload.ts'
import { Button } from '../../ui/button/Button.tsx'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useRemoveInterviewVideoMutation } from './api.ts'
import classes from './edit/Editor.module.css'

/** Recording of the interview. Patients do not see the recording. */
export function VideoCard({ interview: { id, video }, mayWrite }: { interview: Interview; mayWrite: boolean }) {
  const { t } = useTranslation('interviews')
  const file = useRef<HTMLInputElement>(null)
  const { send, progress, cancel } = useUpload(addInterviewVideo)
  const [remove] = useRemoveInterviewVideoMutation()
  const [isRemoving, setRemoving] = useState(false)
  /** The file that would replace the recording. */
  const [replacement, setReplacement] = useState<File>()
  const uploadFile = async (chosen: File) => {
    const { error } = await send({ id }, { video: [chosen] })
    if (error && error.status !== 'ABORTED') toast.error(t('video.failed'), { text: error.error })
    else if (!error) toast.success(t('video.saved'))
  }
  const choose = (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    // the same file can be chosen again
    input.value = ''
    if (!chosen) return
    if (video) setReplacement(chosen)
    else void uploadFile(chosen)
  }
  const isSending = progress !== undefined
  return (
    <Card title={t('video')} action={<span className={classes.shown}>{t('video.staffOnly')}</span>}>
      {video ? (
        // biome-ignore lint/a11y/useMediaCaption: recordings have no captions; the minutes are shown beside the video
        <video className={classes.video} src={video.original} controls preload="metadata" />
      ) : isSending ? null : (
        <Empty title={t('video.none')} text={mayWrite ? t('video.hint') : undefined} />
      )}
      {isSending ? (
        <div className={classes.sending}>
          <progress value={progress} max={1} aria-label={t('video.sending')} />
          <Button kind="ghost" size="small" onClick={cancel}>
            {t('cancelEdit')}
          </Button>
        </div>
      ) : mayWrite ? (
        <div className={classes.videoActions}>
          <input ref={file} type="file" accept="video/mp4,video/webm,video/quicktime" hidden onChange={(event) => choose(event.currentTarget)} />
          <Button size="small" icon={<IconUpload aria-hidden />} onClick={() => file.current?.click()}>
            {t(video ? 'video.replace' : 'video.add')}
          </Button>
          {video ? (
            <Button kind="danger-outline" size="small" icon={<IconTrash aria-hidden />} onClick={() => setRemoving(true)}>
              {t('video.remove')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRemoving ? (
        <ConfirmDialog
          title={t('video.remove')}
          question={t('video.removeAsk')}
          confirm={t('video.remove')}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            void save(() => remove({ id }), { done: t('video.removed'), failed: t('video.removeFailed') })
            setRemoving(false)
          }}
        />
      ) : null}
      {replacement ? (
        <ConfirmDialog
          title={t('video.replace')}
          question={t('video.replaceAsk')}
          what={replacement.name}
          confirm={t('video.replace')}
          kind="danger"
          onClose={() => setReplacement(undefined)}
          onConfirm={() => {
            void uploadFile(replacement)
            setReplacement(undefined)
          }}
        />
      ) : null}
    </Card>
  )
}
