# The package `dailies`, as `npm run pack` makes it everywhere. A test runs the steps below without Docker, except this one.
FROM node:26-bookworm-slim AS pack
WORKDIR /source
COPY . .
RUN npm run pack

# The package, with the binaries of this system.
FROM node:26-bookworm-slim AS app
WORKDIR /app
COPY --from=pack /source/dailies-*.tgz ./
RUN tar -xzf dailies-*.tgz --strip-components=1 && rm dailies-*.tgz
RUN npm install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund
# The library links of the embedded Postgres are made here, while the files can still be written.
RUN node -e "import('./server/src/database/postgres-binaries.js').then((m) => m.findPostgresBinaries(undefined, '/tmp/links'))"

# Debian, not Alpine: the embedded Postgres is built against glibc.
FROM node:26-bookworm-slim
# libnss-wrapper lets initdb run under any uid (`docker run --user 12345`), also one without a passwd entry. bubblewrap and
# perl make the sandbox in which uploaded files are opened; where namespaces are forbidden, perl alone does. libheif-examples and
# libraw-bin decode HEIC and camera raw. For pages of Office documents, EXTRA_PACKAGES names LibreOffice: see the guide on self-hosting.
ARG EXTRA_PACKAGES=""
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap ffmpeg libheif-examples libnss-wrapper libraw-bin perl-base tini \
    $EXTRA_PACKAGES \
 && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chmod 1777 /data && ln -s /app/dailies.mjs /usr/local/bin/dailies
WORKDIR /app
COPY --from=app /app ./

# Large packages that few installations need are downloaded into /data on first use, through a cache that any user can write.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data npm_config_cache=/tmp/npm
VOLUME /data
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# tini reaps orphans and passes signals on, so that `docker stop` is a graceful shutdown.
ENTRYPOINT ["tini", "--", "dailies"]
CMD ["all"]
