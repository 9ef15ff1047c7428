import type { removeIcon, setIcon } from '@sukoyaka/wire/people/icon'
import { removeUnnamedFiles } from '../../../files/file-rows.ts'
import { iconKeyIn, iconUrlOf } from '../../../files/icon-url.ts'
import type { Call } from '../../../http/serve.ts'
import { changeIcon } from './icon-store.ts'

/** Stores the uploaded icon, or removes the icon if there is no upload. The file of the previous icon is deleted after the commit, unless the undo of a merge may need it. */
export const changeOwnIcon = async ({
  context,
  actor,
  scope,
  uploads,
  after,
}: Pick<Call<typeof setIcon | typeof removeIcon>, 'context' | 'scope' | 'uploads' | 'after'> & { actor: { id: number } }) => {
  const [upload] = uploads
  const { user, previous } = await changeIcon(scope, actor.id, upload ? iconUrlOf(upload.key) : null)
  const previousKey = previous && iconKeyIn(previous)
  if (previousKey) after(() => removeUnnamedFiles(context, [previousKey]))
  return user
}
