import { fullName } from '@sukoyaka/rules/person'
import { imageTypes } from '@sukoyaka/wire/endpoint'
import type { User } from '@sukoyaka/wire/people/account'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profileChanged } from '../../../api/session.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { save } from '../../../ui/form/save.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { useRemoveIconMutation } from '../api.ts'
import fields from './Fields.module.css'
import classes from './IconCard.module.css'
import { loadPicture, type PictureProblem } from './picture-file.ts'

const CropDialog = lazyNamed(() => import('./CropDialog.tsx'), 'CropDialog')

/** The picture of a chosen file while its dialog is open, or why the file cannot be used. */
const useChosenPicture = () => {
  const [picture, setPicture] = useState<HTMLImageElement>()
  const [problem, setProblem] = useState<PictureProblem>()
  const url = useRef<string>(undefined)
  const close = () => {
    if (url.current) URL.revokeObjectURL(url.current)
    url.current = undefined
    setPicture(undefined)
  }
  useEffect(() => () => URL.revokeObjectURL(url.current ?? ''), [])
  const choose = async (file: File | undefined) => {
    if (!file) return
    close()
    setProblem(undefined)
    const ownUrl = URL.createObjectURL(file)
    url.current = ownUrl
    const loaded = await loadPicture(file, ownUrl)
    // another file was chosen meanwhile
    if (url.current !== ownUrl) return
    if (typeof loaded !== 'string') return setPicture(loaded)
    close()
    setProblem(loaded)
  }
  return { picture, problem, choose, close }
}

/** One's own icon, with the name and, for staff, the role. */
export function IconCard({ user }: { user: User }) {
  const { t } = useTranslation(['profile', 'shell'])
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { picture, problem, choose, close } = useChosenPicture()
  const [removeIcon, { isLoading: isRemoving }] = useRemoveIconMutation()
  const isStaff = user.role !== 'patient'
  const remove = () =>
    save(
      () => removeIcon({}),
      { done: t('photoRemoved'), failed: t('photoRemoveFailed') },
      {
        onSaved: () => {
          dispatch(profileChanged({ ...user, icon: null }))
          // the focused remove button unmounts
          chooseButton.current?.focus()
        },
      },
    )
  return (
    <Card title={t('photo')}>
      <div className={classes.box}>
        <Avatar person={user} size={96} />
        <div className={classes.text}>
          <p className={classes.name}>{fullName(user, language)}</p>
          {isStaff ? (
            <p>
              {t(`shell:role.${user.role}`)} <span className={fields.note}>{t('roleNote')}</span>
            </p>
          ) : null}
          <p className={fields.note}>{t(isStaff ? 'photoNoteStaff' : 'photoNote')}</p>
          <div className={classes.buttons}>
            <input
              ref={input}
              type="file"
              accept={imageTypes.join()}
              className="visually-hidden"
              tabIndex={-1}
              aria-hidden
              onChange={(event) => {
                void choose(event.currentTarget.files?.[0])
                event.currentTarget.value = ''
              }}
            />
            <Button ref={chooseButton} icon={<IconPhoto aria-hidden />} onClick={() => input.current?.click()}>
              {t(user.icon ? 'photoChange' : 'photoChoose')}
            </Button>
            {user.icon ? (
              <Button kind="danger-outline" icon={<IconTrash aria-hidden />} loading={isRemoving} onClick={() => void remove()}>
                {t('photoRemove')}
              </Button>
            ) : null}
          </div>
          {problem ? (
            <div role="alert">
              <FieldMessage id="icon-problem">{t(problem)}</FieldMessage>
            </div>
          ) : null}
        </div>
      </div>
      {picture ? (
        <Suspense>
          <CropDialog picture={picture} isStaff={isStaff} onClose={close} onSaved={(changed) => dispatch(profileChanged(changed))} />
        </Suspense>
      ) : null}
    </Card>
  )
}
