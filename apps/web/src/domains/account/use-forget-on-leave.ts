import { useEffect, useState } from 'react'
import { saveFormDraft } from '../../api/form-drafts.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { parsePath } from '../../i18n/language.ts'

const pathNow = () => parsePath(location.pathname).path

/** Deletes the drafts of these forms once the page is left: others may use the device next. A change of the language mounts the page again and keeps them. */
export const useForgetOnLeave = (...formKeys: string[]) => {
  const me = useAppSelector(selectMe)
  const [owner] = useState(me?.id)
  const [path] = useState(pathNow)
  const keys = formKeys.join(' ')
  useEffect(
    () => () => {
      if (pathNow() !== path) for (const key of keys.split(' ')) saveFormDraft(owner, key, undefined)
    },
    [owner, path, keys],
  )
}
