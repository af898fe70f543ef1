/** An application as its members see it (type OAuthAuthorizationClient of auth-js). */
export const clientCard = (client: {
  id: string
  client_name: string
  client_uri: string | null
  logo_uri: string | null
}) => ({
  id: client.id,
  name: client.client_name,
  uri: client.client_uri ?? '',
  logo_uri: client.logo_uri ?? '',
})
