export const openApi = (_endpoints: unknown, _o: unknown) => ({})
