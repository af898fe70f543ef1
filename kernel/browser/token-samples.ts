/** Shows in one language how a builder's own server verifies the token of `bb('token')`. */
export interface TokenSample {
  language: 'JavaScript' | 'Python' | 'PHP'
  /** Name of the sample's file. */
  file: string
  /** Command that installs the library. */
  install: string
  code: string
}

/**
 * Complete samples; a test runs them. Each returns the claims of a valid token and throws for any other.
 * @param origin URL of the service, without a trailing slash
 */
export function tokenSamples(origin: string, publicKey: string): TokenSample[] {
  const issuer = `${origin}/auth/v1`
  const keys = `${issuer}/.well-known/jwks.json`
  return [
    {
      language: 'JavaScript',
      file: 'who-asks.mjs',
      install: 'npm install jose',
      code: `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${keys}'))

// token: the part behind Bearer of the authorization header
export async function whoAsks(token) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256'],
    issuer: '${issuer}',
    audience: '${publicKey}',
  })
  // Accept tokens issued to pages, not to apps that act for a member.
  if (payload.client_id !== 'site') throw new Error('This token is not for us')
  return payload // sub is the id of the member; email and name are separate claims
}
`,
    },
    {
      language: 'Python',
      file: 'who_asks.py',
      install: 'pip install "pyjwt[crypto]"',
      code: `import jwt

keys = jwt.PyJWKClient("${keys}")


# token: the part behind Bearer of the authorization header
def who_asks(token):
    key = keys.get_signing_key_from_jwt(token).key
    claims = jwt.decode(
        token,
        key,
        algorithms=["ES256"],
        issuer="${issuer}",
        audience="${publicKey}",
        options={"require": ["exp", "iss", "aud", "sub"]},
    )
    # Accept tokens issued to pages, not to apps that act for a member.
    if claims.get("client_id") != "site":
        raise jwt.InvalidTokenError("This token is not for us")
    return claims  # sub is the id of the member; email and name are separate claims
`,
    },
    {
      language: 'PHP',
      file: 'who_asks.php',
      install: 'composer require firebase/php-jwt',
      code: `<?php
require_once __DIR__ . '/vendor/autoload.php';

use Firebase\\JWT\\JWK;
use Firebase\\JWT\\JWT;

// $token: the part behind Bearer of the authorization header
function who_asks(string $token): object
{
    // Cache this response for ten minutes if your framework has a cache.
    $keys = json_decode(file_get_contents('${keys}'), true);
    $claims = JWT::decode($token, JWK::parseKeySet($keys, 'ES256'));
    // Accept tokens issued to pages, not to apps that act for a member.
    $page = ($claims->client_id ?? '') === 'site';
    if ($claims->iss !== '${issuer}' || $claims->aud !== '${publicKey}' || !$page) {
        throw new UnexpectedValueException('This token is not for us');
    }
    return $claims; // sub is the id of the member; email and name are separate claims
}
`,
    },
  ]
}

/** The page's side: it requests the token and sends it along. */
export const PAGE_SAMPLE = `const token = await bb('token') // null while nobody is signed in
if (token) await fetch('/api/orders', { headers: { authorization: \`Bearer \${token}\` } })
`
